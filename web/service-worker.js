/*
 * Keeps the shell of the pages: the files named here and nothing else, no answers of the API, and no photos but those
 * that another app shares, for the moment until the start page takes them. A version is kept as a whole, and the next
 * one takes over when the person agrees: never do files of two versions meet.
 */

/* Written by Scripts/stamp-web: a hash over all files of the shell, and their addresses. */
// stamp begin
const version = 'c95b203d7128'
const files = [
  '/', '/app/announce.js', '/app/api.js', '/app/api/books.js', '/app/api/connection.js',
  '/app/api/gallery.js', '/app/api/jobs.js', '/app/api/problem.js', '/app/api/request.js',
  '/app/api/upload.js', '/app/author.js', '/app/base.js', '/app/batch/adopt.js', '/app/batch/current.js',
  '/app/batch/files.js', '/app/batch/order.js', '/app/batch/place.js', '/app/batch/queue.js',
  '/app/batch/row.js', '/app/batch/screen.js', '/app/batch/status.js', '/app/batch/table-row.js',
  '/app/batch/table.js', '/app/batch/totals.js', '/app/batch/ways.js', '/app/batch/work.js',
  '/app/buttons.js', '/app/camera/feed.js', '/app/camera/native.js', '/app/camera/problem.js',
  '/app/camera/shot.js', '/app/camera/stream.js', '/app/camera/viewfinder.js', '/app/count/advice.js',
  '/app/count/corrections.js', '/app/count/crop.js', '/app/count/describe.js', '/app/count/doubt-reasons.js',
  '/app/count/editor.js', '/app/count/files.js', '/app/count/further.js', '/app/count/group-list.js',
  '/app/count/groups.js', '/app/count/headline.js', '/app/count/inspector.js', '/app/count/keys.js',
  '/app/count/kind-list.js', '/app/count/look.js', '/app/count/marks.js', '/app/count/modes.js',
  '/app/count/order.js', '/app/count/page.js', '/app/count/progress.js', '/app/count/region-panel.js',
  '/app/count/regions.js', '/app/count/review-list.js', '/app/count/screen.js', '/app/count/session.js',
  '/app/count/similarity.js', '/app/count/size-panel.js', '/app/count/sizes.js', '/app/dom.js',
  '/app/entry/cells.js', '/app/entry/changes.js', '/app/entry/confirmation.js', '/app/entry/exports.js',
  '/app/entry/note.js', '/app/entry/page.js', '/app/entry/parameters.js', '/app/entry/picture.js',
  '/app/entry/summary.js', '/app/entry/table.js', '/app/entry/warnings.js', '/app/files.js', '/app/format.js',
  '/app/gallery/albums.js', '/app/gallery/cell.js', '/app/gallery/descriptions.js',
  '/app/gallery/duplicates.js', '/app/gallery/filters.js', '/app/gallery/folder-dialog.js',
  '/app/gallery/folders.js', '/app/gallery/grid-keys.js', '/app/gallery/grid-pointers.js',
  '/app/gallery/grid.js', '/app/gallery/header.js', '/app/gallery/indexer-line.js',
  '/app/gallery/kept-copies.js', '/app/gallery/layout.js', '/app/gallery/map/map.js',
  '/app/gallery/map/page.js', '/app/gallery/map/painter.js', '/app/gallery/map/projection.js',
  '/app/gallery/map/world.js', '/app/gallery/match-reasons.js', '/app/gallery/months.js',
  '/app/gallery/page.js', '/app/gallery/pane.js', '/app/gallery/photo/facts.js',
  '/app/gallery/photo/neighbors.js', '/app/gallery/photo/page.js', '/app/gallery/photo/print.js',
  '/app/gallery/photo/stage.js', '/app/gallery/photo/tags.js', '/app/gallery/placeholder.js',
  '/app/gallery/problems.js', '/app/gallery/rating.js', '/app/gallery/row.js', '/app/gallery/scroll-space.js',
  '/app/gallery/scrubber.js', '/app/gallery/search-box.js', '/app/gallery/selection-bar.js',
  '/app/gallery/selection.js', '/app/gallery/stars.js', '/app/gallery/states.js', '/app/gallery/store.js',
  '/app/gallery/swatch.js', '/app/gallery/tag-dialog.js', '/app/gallery/tag-names.js',
  '/app/gallery/tagging.js', '/app/gallery/taught.js', '/app/gallery/teach-dialog.js',
  '/app/gallery/terms.js', '/app/history/actions.js', '/app/history/clearing.js',
  '/app/history/descriptions.js', '/app/history/find.js', '/app/history/groups.js', '/app/history/list.js',
  '/app/history/page.js', '/app/history/row.js', '/app/history/search.js', '/app/history/swipe.js',
  '/app/home/choice.js', '/app/home/page.js', '/app/home/recent.js', '/app/home/tiles.js', '/app/icons.js',
  '/app/intake.js', '/app/intake/drop.js', '/app/intake/files.js', '/app/intake/handed.js',
  '/app/intake/kept.js', '/app/intake/problems.js', '/app/intake/review.js', '/app/intake/shared.js',
  '/app/intake/start.js', '/app/keys.js', '/app/language.js', '/app/list-notes.js', '/app/main.js',
  '/app/pair/device-name.js', '/app/pair/form.js', '/app/pair/page.js', '/app/rack/before-after.js',
  '/app/rack/box.js', '/app/rack/cell.js', '/app/rack/code.js', '/app/rack/comparing.js',
  '/app/rack/comparison.js', '/app/rack/crop.js', '/app/rack/csv.js', '/app/rack/descriptions.js',
  '/app/rack/details.js', '/app/rack/editor.js', '/app/rack/exports.js', '/app/rack/grid.js',
  '/app/rack/keys.js', '/app/rack/legend.js', '/app/rack/lying.js', '/app/rack/marks.js', '/app/rack/page.js',
  '/app/rack/picture.js', '/app/rack/placing.js', '/app/rack/resize.js', '/app/rack/screen.js',
  '/app/rack/selection.js', '/app/rack/session.js', '/app/rack/sheet.js', '/app/rack/size.js',
  '/app/rack/summary.js', '/app/rack/table-form.js', '/app/rack/table.js', '/app/rack/tabs.js',
  '/app/rack/turning.js', '/app/rack/typing.js', '/app/recipes/api.js', '/app/recipes/chooser.js',
  '/app/recipes/dialog.js', '/app/recipes/edit.js', '/app/recipes/keep.js', '/app/recipes/page.js',
  '/app/result/boxes.js', '/app/result/brightness.js', '/app/result/export-bar.js', '/app/result/exports.js',
  '/app/result/nothing-found.js', '/app/result/page.js', '/app/result/photo.js', '/app/result/progress.js',
  '/app/result/saver.js', '/app/result/screen.js', '/app/result/session.js', '/app/result/source.js',
  '/app/result/stage.js', '/app/result/undo-keys.js', '/app/router.js', '/app/routes.js',
  '/app/settings/about.js', '/app/settings/controls.js', '/app/settings/device.js',
  '/app/settings/devices.js', '/app/settings/field.js', '/app/settings/grid.js', '/app/settings/page.js',
  '/app/settings/photos.js', '/app/settings/sections.js', '/app/settings/sharing.js',
  '/app/settings/store.js', '/app/settings/threshold.js', '/app/shelf/book-list.js', '/app/shelf/books.js',
  '/app/shelf/code-inspector.js', '/app/shelf/code-list.js', '/app/shelf/corrections.js',
  '/app/shelf/crop.js', '/app/shelf/descriptions.js', '/app/shelf/editor.js', '/app/shelf/files.js',
  '/app/shelf/headline.js', '/app/shelf/inspector.js', '/app/shelf/inventory/lists.js',
  '/app/shelf/inventory/marks.js', '/app/shelf/inventory/page.js', '/app/shelf/inventory/result.js',
  '/app/shelf/keys.js', '/app/shelf/layers.js', '/app/shelf/library/choices.js',
  '/app/shelf/library/detail.js', '/app/shelf/library/page.js', '/app/shelf/library/place-field.js',
  '/app/shelf/library/row.js', '/app/shelf/live/advice.js', '/app/shelf/live/freshness.js',
  '/app/shelf/live/grab.js', '/app/shelf/live/keys.js', '/app/shelf/live/loop.js',
  '/app/shelf/live/overlay.js', '/app/shelf/live/pace.js', '/app/shelf/live/panel.js',
  '/app/shelf/live/screen.js', '/app/shelf/live/smoothing.js', '/app/shelf/live/transform.js',
  '/app/shelf/live/view.js', '/app/shelf/live/watch.js', '/app/shelf/marks.js', '/app/shelf/page.js',
  '/app/shelf/screen.js', '/app/shelf/session.js', '/app/shell/banner.js', '/app/shell/confirm.js',
  '/app/shell/key-dialog.js', '/app/shell/navigation.js', '/app/shell/not-found.js', '/app/shell/worker.js',
  '/app/states.js', '/app/strings.js', '/app/strings/de.js', '/app/strings/de/batch.js',
  '/app/strings/de/books.js', '/app/strings/de/camera.js', '/app/strings/de/count.js',
  '/app/strings/de/entry.js', '/app/strings/de/gallery.js', '/app/strings/de/history.js',
  '/app/strings/de/home.js', '/app/strings/de/intake.js', '/app/strings/de/lists.js',
  '/app/strings/de/pair.js', '/app/strings/de/problems.js', '/app/strings/de/rack.js',
  '/app/strings/de/recipes.js', '/app/strings/de/result.js', '/app/strings/de/settings.js',
  '/app/strings/de/shelf.js', '/app/strings/de/shell.js', '/app/strings/de/trust.js',
  '/app/strings/de/viewer.js', '/app/strings/de/words.js', '/app/strings/en.js', '/app/strings/en/batch.js',
  '/app/strings/en/books.js', '/app/strings/en/camera.js', '/app/strings/en/count.js',
  '/app/strings/en/entry.js', '/app/strings/en/gallery.js', '/app/strings/en/history.js',
  '/app/strings/en/home.js', '/app/strings/en/intake.js', '/app/strings/en/lists.js',
  '/app/strings/en/pair.js', '/app/strings/en/problems.js', '/app/strings/en/rack.js',
  '/app/strings/en/recipes.js', '/app/strings/en/result.js', '/app/strings/en/settings.js',
  '/app/strings/en/shelf.js', '/app/strings/en/shell.js', '/app/strings/en/trust.js',
  '/app/strings/en/viewer.js', '/app/strings/en/words.js', '/app/strings/es.js', '/app/strings/es/batch.js',
  '/app/strings/es/books.js', '/app/strings/es/camera.js', '/app/strings/es/count.js',
  '/app/strings/es/entry.js', '/app/strings/es/gallery.js', '/app/strings/es/history.js',
  '/app/strings/es/home.js', '/app/strings/es/intake.js', '/app/strings/es/lists.js',
  '/app/strings/es/pair.js', '/app/strings/es/problems.js', '/app/strings/es/rack.js',
  '/app/strings/es/recipes.js', '/app/strings/es/result.js', '/app/strings/es/settings.js',
  '/app/strings/es/shelf.js', '/app/strings/es/shell.js', '/app/strings/es/trust.js',
  '/app/strings/es/viewer.js', '/app/strings/es/words.js', '/app/toast.js', '/app/trust/check.js',
  '/app/trust/page.js', '/app/trust/platform.js', '/app/viewer/badge-painter.js', '/app/viewer/box-tool.js',
  '/app/viewer/edit-tool.js', '/app/viewer/emitter.js', '/app/viewer/framing.js', '/app/viewer/gestures.js',
  '/app/viewer/glyphs.js', '/app/viewer/key-list.js', '/app/viewer/keyboard.js',
  '/app/viewer/label-painter.js', '/app/viewer/mark-painter.js', '/app/viewer/mark-styles.js',
  '/app/viewer/mark-table.js', '/app/viewer/marks.js', '/app/viewer/motion.js', '/app/viewer/photo-view.js',
  '/app/viewer/pyramid.js', '/app/viewer/region-tool.js', '/app/viewer/simplify.js',
  '/app/viewer/sketch-painter.js', '/app/viewer/surface.js', '/app/viewer/viewer.js', '/app/viewer/walk.js',
  '/app/viewer/zoom-buttons.js', '/data/tags.de.tsv', '/data/tags.es.tsv', '/icons/apple-touch-icon.png',
  '/icons/icon-192.png', '/icons/icon-512.png', '/icons/icon-maskable-512.png', '/icons/icon.svg',
  '/images/count.jpg', '/images/gallery.jpg', '/images/rack.jpg', '/images/shelf.jpg',
  '/manifest.webmanifest', '/styles/base.css', '/styles/batch.css', '/styles/camera.css',
  '/styles/components.css', '/styles/count.css', '/styles/entry.css', '/styles/gallery-photo.css',
  '/styles/gallery.css', '/styles/history.css', '/styles/home.css', '/styles/intake.css',
  '/styles/layout.css', '/styles/library.css', '/styles/notices.css', '/styles/rack.css',
  '/styles/recipes.css', '/styles/result.css', '/styles/settings.css', '/styles/shelf.css',
  '/styles/tokens.css', '/styles/trust.css', '/styles/viewer.css',
]
// stamp end

const name = `espy-shell-${version}`
/** As web/app/intake/shared.js knows it. */
const sharedName = 'espy-shared'

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(forget()))
self.addEventListener('message', ({ data }) => { if (data === 'take over') self.skipWaiting() })
self.addEventListener('fetch', (event) => {
  const answer = sharedPhotos(event.request) ?? shellFile(event.request)
  if (answer) event.respondWith(answer)
})

/** All or nothing: one file that does not come leaves the version before in place. */
async function keep() {
  const cache = await caches.open(name)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))
}

async function forget() {
  const old = (await caches.keys()).filter((key) => key.startsWith('espy-shell-') && key !== name)
  await Promise.all(old.map((key) => caches.delete(key)))
  await self.clients.claim()
}

/** Photos that another app hands over, until the start page takes them; no server needs to see them before. */
function sharedPhotos(request) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'POST' || origin !== self.location.origin || pathname !== '/share') return undefined
  return keepShared(request)
}

async function keepShared(request) {
  const photos = (await request.formData()).getAll('photos')
  // What was handed over before and never taken makes room.
  await caches.delete(sharedName)
  const cache = await caches.open(sharedName)
  await Promise.all(photos.map((photo, index) => cache.put(`/share/${index}/${encodeURIComponent(photo.name)}`, new Response(photo))))
  return Response.redirect('/?shared', 303)
}

/** Undefined for what is none of our business; the browser then goes on as if we were not there. */
function shellFile(request) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return undefined
  // Every page is the same document.
  const file = request.mode === 'navigate' && !files.includes(pathname) ? '/' : pathname
  return files.includes(file) ? kept(file, request) : undefined
}

async function kept(file, request) {
  const cache = await caches.open(name)
  return await cache.match(file) ?? fetch(request)
}
