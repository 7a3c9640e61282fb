import { batch } from './es/batch.js'
import { books } from './es/books.js'
import { camera } from './es/camera.js'
import { count } from './es/count.js'
import { entry } from './es/entry.js'
import { gallery } from './es/gallery.js'
import { here } from './es/here.js'
import { history } from './es/history.js'
import { home } from './es/home.js'
import { intake } from './es/intake.js'
import { lists } from './es/lists.js'
import { pair } from './es/pair.js'
import { problems } from './es/problems.js'
import { rack } from './es/rack.js'
import { recipes } from './es/recipes.js'
import { result } from './es/result.js'
import { settings } from './es/settings.js'
import { shelf } from './es/shelf.js'
import { shell } from './es/shell.js'
import { viewer } from './es/viewer.js'
import { words } from './es/words.js'

/** All texts of the app, visible or spoken: a section for each page, and some for parts shared by several pages. */
export const strings = {
  words, shell, problems, viewer, camera, home, intake, batch, count, rack, shelf, books, lists, gallery, here, history, entry, recipes, result, settings, pair,
}
