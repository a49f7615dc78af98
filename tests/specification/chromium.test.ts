/** The table in Chromium, in every run. */
import { specificationTests } from "./run.ts";

specificationTests("chromium");
