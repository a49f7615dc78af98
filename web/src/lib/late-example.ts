/** An example whose code came after it was asked for, and what was entered in the meantime. */

/**
 * What the form holds next: the example, with the settings that were `asked` for in another way by
 * `now`. Null where one of its `texts` is another one by now: then it is the user's, and stays.
 */
export function lateExample<Values extends object>(
  example: Values,
  asked: Values,
  now: Values,
  texts: readonly (keyof Values)[],
): Values | null {
  if (texts.some((name) => now[name] !== asked[name])) return null;
  const changed = Object.entries(now).filter(([name, value]) =>
    value !== asked[name as keyof Values]
  );
  return { ...example, ...Object.fromEntries(changed) };
}
