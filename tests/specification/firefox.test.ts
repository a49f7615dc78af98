/** The table in Firefox, every day. */
import { specificationTests } from "./run.ts";

specificationTests("firefox");
