/** Runs the test files that TEST_FILES names in one process. */
for (const file of Deno.env.get("TEST_FILES")!.split(" ")) {
  await import(new URL(`../../${file}`, import.meta.url).href);
}
