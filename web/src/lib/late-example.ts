/**
 * An example whose code arrives after it was asked for, and what the user entered in the meantime.
 */

/**
 * What the form holds next: the example, with the settings that the user changed between `asked`
 * and `now`. Null if one of `texts` was changed: then the user's entries stay and the example is
 * dropped.
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
