/** The parts of ECMAScript that the engine uses and Node 20 lacks. A newer engine keeps its own. */
import "core-js/actual/iterator/index.js";
import "core-js/actual/map/group-by.js";
import "core-js/actual/typed-array/from-base64.js";
import "core-js/actual/typed-array/from-hex.js";
import "core-js/actual/typed-array/to-base64.js";
import "core-js/actual/typed-array/to-hex.js";
