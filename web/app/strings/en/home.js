/** Texts of the start page. */
export const home = {
  heading: 'Start with a photo',
  dropLabel: 'A photo of your own',
  lead: 'Take a photo, or choose one or more.',
  leadDrop: 'Drop photos anywhere, paste one, or choose one or more.',
  jobs: {
    count: { title: 'Count', text: 'things that look alike', example: '23 things', sampleOf: 'Try a sample of Count' },
    rack: { title: 'Rack', text: 'read the codes in a box of vials', example: '81 vials read', sampleOf: 'Try a sample of Rack' },
    shelf: { title: 'Shelf', text: 'list the books on a shelf', example: 'titles and places', sampleOf: 'Try a sample of Shelf' },
    gallery: { title: 'Gallery', text: 'find your photos by what is in them', example: 'orange, sign, book …' },
  },
  sample: 'Try a sample',
  recent: 'Recent results',
  all: 'All results',
  choice: {
    title: { one: 'What do you want to do with this photo?', other: 'What do you want to do with these {count} photos?' },
    jobs: { count: 'Count things that look alike', rack: 'Read a box of vials', shelf: 'List the books on a shelf', gallery: 'Send to the gallery' },
    more: { one: 'and 1 more', other: 'and {count} more' },
    several: 'All photos are processed the same way and listed in a table.',
  },
}
