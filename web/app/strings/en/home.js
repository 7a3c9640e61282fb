/** Texts of the start page. */
export const home = {
  heading: 'What shall Espy look at?',
  dropLabel: 'A photo of your own',
  lead: 'Take a photo, or choose some.',
  leadDrop: 'Drop photos anywhere, paste one, or choose some.',
  jobs: {
    count: { title: 'Count', text: 'things that look alike', example: '23 things', sampleOf: 'Try a sample of Count' },
    rack: { title: 'Rack', text: 'read the codes of a box of vials', example: '81 vials read', sampleOf: 'Try a sample of Rack' },
    shelf: { title: 'Shelf', text: 'list the books on it', example: 'titles and places', sampleOf: 'Try a sample of Shelf' },
    gallery: { title: 'Gallery', text: 'find your photos by what is on them', example: 'orange, sign, book …' },
  },
  sample: 'Try a sample',
  recent: 'Recent results',
  all: 'All results',
  choice: {
    title: { one: 'What shall be done with this photo?', other: 'What shall be done with these {count} photos?' },
    jobs: { count: 'Count things that look alike', rack: 'Read a box of vials', shelf: 'List the books of a shelf' },
    more: { one: 'and 1 more', other: 'and {count} more' },
    several: 'All are done in the same way, and have a table.',
  },
}
