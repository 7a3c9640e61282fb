import { batch } from './de/batch.js'
import { books } from './de/books.js'
import { camera } from './de/camera.js'
import { count } from './de/count.js'
import { entry } from './de/entry.js'
import { gallery } from './de/gallery.js'
import { here } from './de/here.js'
import { history } from './de/history.js'
import { home } from './de/home.js'
import { intake } from './de/intake.js'
import { lists } from './de/lists.js'
import { pair } from './de/pair.js'
import { problems } from './de/problems.js'
import { rack } from './de/rack.js'
import { recipes } from './de/recipes.js'
import { result } from './de/result.js'
import { settings } from './de/settings.js'
import { shelf } from './de/shelf.js'
import { shell } from './de/shell.js'
import { viewer } from './de/viewer.js'
import { words } from './de/words.js'

/** All texts of the app, visible or spoken: a section for each page, and some for parts shared by several pages. */
export const strings = {
  words, shell, problems, viewer, camera, home, intake, batch, count, rack, shelf, books, lists, gallery, here, history, entry, recipes, result, settings, pair,
}
