/**
 * The script that a worker is started with. It only imports: WebKit keeps a worker's own script out
 * of its map of modules and evaluates it a second time when a part of the build imports it, so it
 * holds nothing that another part could need.
 */
import "./expose.ts";
