import { batch } from './strings/batch.js'
import { books } from './strings/books.js'
import { camera } from './strings/camera.js'
import { count } from './strings/count.js'
import { entry } from './strings/entry.js'
import { gallery } from './strings/gallery.js'
import { history } from './strings/history.js'
import { home } from './strings/home.js'
import { intake } from './strings/intake.js'
import { pair } from './strings/pair.js'
import { problems } from './strings/problems.js'
import { rack } from './strings/rack.js'
import { recipes } from './strings/recipes.js'
import { settings } from './strings/settings.js'
import { shelf } from './strings/shelf.js'
import { shell } from './strings/shell.js'
import { viewer } from './strings/viewer.js'

/** Every text that a person reads or hears on the pages: one section for each page, and some for parts that several pages have. */
export const strings = {
  shell, problems, viewer, camera, home, intake, batch, count, rack, shelf, books, gallery, history, entry, recipes, settings, pair,
}
