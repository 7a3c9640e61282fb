import { batch } from './en/batch.js'
import { books } from './en/books.js'
import { camera } from './en/camera.js'
import { count } from './en/count.js'
import { entry } from './en/entry.js'
import { gallery } from './en/gallery.js'
import { here } from './en/here.js'
import { history } from './en/history.js'
import { home } from './en/home.js'
import { intake } from './en/intake.js'
import { lists } from './en/lists.js'
import { pair } from './en/pair.js'
import { problems } from './en/problems.js'
import { rack } from './en/rack.js'
import { recipes } from './en/recipes.js'
import { result } from './en/result.js'
import { settings } from './en/settings.js'
import { shelf } from './en/shelf.js'
import { shell } from './en/shell.js'
import { viewer } from './en/viewer.js'
import { words } from './en/words.js'

/** All texts of the app, visible or spoken: a section for each page, and some for parts shared by several pages. */
export const strings = {
  words, shell, problems, viewer, camera, home, intake, batch, count, rack, shelf, books, lists, gallery, here, history, entry, recipes, result, settings, pair,
}
