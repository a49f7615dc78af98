/** The test files that TEST_FILES names, as if they were one. */
for (const file of Deno.env.get("TEST_FILES")!.split(" ")) {
  await import(new URL(`../../${file}`, import.meta.url).href);
}
