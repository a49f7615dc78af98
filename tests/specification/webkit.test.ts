/** The table in WebKit, every day. */
import { specificationTests } from "./run.ts";

specificationTests("webkit");
