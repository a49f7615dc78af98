/** Style sheets take colours, type sizes and distances from the tokens in one file. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";

const WEB = new URL("../../web/", import.meta.url);
const TOKENS = "src/ui/base/tokens.css";

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, WEB))) {
    if (name === "node_modules") continue;
    if (isDirectory) found.push(...await filesBelow(`${folder}${name}/`));
    else found.push(folder + name);
  }
  return found;
}

const files = [
  ...await filesBelow("src/"),
  ...await filesBelow("popup/"),
  ...await filesBelow("dev/"),
];
const read = (file: string) => Deno.readTextFileSync(new URL(file, WEB));
const styleSheets = files.filter((file) => file.endsWith(".css"));

interface Declaration {
  file: string;
  property: string;
  value: string;
}

/** Every `property: value` outside comments. */
export function declarationsOf(file: string, css: string): Declaration[] {
  const bare = css.replace(/\/\*[^]*?\*\//g, "");
  return [...bare.matchAll(/(?<=[{;}]\s*)(-{0,2}[a-z][a-z0-9-]*)\s*:\s*([^;{}]+)(?=[;}])/g)].map((
    [, property, value],
  ) => ({ file, property, value: value.trim().replace(/\s+/g, " ") }));
}

const declarations = styleSheets.filter((file) => file !== TOKENS)
  .flatMap((file) => declarationsOf(file, read(file)));

const show = ({ file, property, value }: Declaration) => `${file}: ${property}: ${value}`;

/** Allowed words: system colours of forced-colors mode, and keywords that are not colours. */
const FREE_COLOURS =
  /\b(?:currentcolor|inherit|none|transparent|initial|unset|Canvas(?:Text)?|SelectedItem(?:Text)?|ButtonText|ButtonBorder|Highlight(?:Text)?|LinkText|GrayText|Mark(?:Text)?)\b/gi;
const COLOUR_PROPERTIES =
  /^(?:color|background(?:-color|-image)?|border(?:-[a-z-]+)?|outline(?:-color)?|fill|stroke|box-shadow|text-decoration(?:-color)?|accent-color|caret-color)$/;
const NAMED_COLOURS =
  /\b(?:black|white|red|green|blue|gr[ae]y|silver|yellow|orange|purple|teal|navy|maroon|olive|lime|aqua|fuchsia|pink|brown|gold|beige|ivory|crimson|indigo|violet|tomato|coral|salmon)\b/i;
const RAW_COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;

describe("styles", () => {
  it("are found and read", () => {
    assert(declarations.length > 300);
    assert.deepEqual(
      declarationsOf(
        "a",
        "a{color:red;b:c}/* d: e; */@media (f: 1px) { g { margin: 0 var(--s1); } }",
      )
        .map(({ property, value }) => [property, value]),
      [["color", "red"], ["b", "c"], ["margin", "0 var(--s1)"]],
    );
  });

  it("take every colour from the tokens", () => {
    const wrong = declarations.filter(({ property, value }) => {
      const rest = value.replace(/\bvar\(--[a-z0-9-]+\)/g, "").replace(FREE_COLOURS, "");
      // oklab() is a colour, but "in oklab" is only a mode of color-mix().
      const colour = RAW_COLOUR.test(rest.replace(/\bin oklab\b/g, ""));
      return colour || COLOUR_PROPERTIES.test(property) && NAMED_COLOURS.test(rest);
    });
    assert.deepEqual(wrong.map(show), []);
  });

  it("take every font size, weight and family from the tokens", () => {
    const wrong = declarations.filter(({ property, value }) => {
      if (property === "font") return !/^(?:inherit|400 var\(--text-[a-z0-9]+\) \/)/.test(value);
      if (property === "font-size") return !/^(?:var\(--text-[a-z0-9]+\)|inherit|1em)$/.test(value);
      if (property === "font-weight") {
        return !/^(?:var\(--(?:medium|strong|heavy)\)|inherit)$/.test(value);
      }
      if (property === "font-family") return !/^var\(--font-(?:ui|data)\)$|^inherit$/.test(value);
      return false;
    });
    assert.deepEqual(wrong.map(show), []);
  });

  it("take every distance from the tokens", () => {
    // Visually hidden text has a size in pixels.
    const hidden = declarations.filter(({ property, value }) =>
      property === "margin" && value === "-1px"
    );
    assert(hidden.length <= 1);
    const wrong = declarations.filter((declaration) => {
      const { property, value } = declaration;
      const isDistance =
        /^(?:margin|padding|gap|row-gap|column-gap|inset|top|right|bottom|left)(?:-|$)/;
      return isDistance.test(property) && !hidden.includes(declaration) &&
        /\d(?:px|rem|em|pt|cm|mm|ch|ex)\b/.test(value);
    });
    assert.deepEqual(wrong.map(show), []);
  });

  it("use only tokens that exist", () => {
    const known = new Set(
      declarationsOf(TOKENS, read(TOKENS)).map(({ property }) => property)
        .filter((property) => property.startsWith("--")),
    );
    const local = new Set(
      declarations.map(({ property }) => property).filter((name) => name.startsWith("--")),
    );
    const wrong = declarations.filter(({ value }) =>
      [...value.matchAll(/var\((--[a-z0-9-]+)/g)].some(([, name]) =>
        !known.has(name) && !local.has(name)
      )
    );
    assert.deepEqual(wrong.map(show), []);
  });

  it("have no transitions on touch screens, where they delay the reaction to a tap", () => {
    assert.match(read(TOKENS), /@media \(hover: none\) \{\s*:root \{\s*--fast: 0ms;/);
    const lasting = declarations.filter(({ property, value }) =>
      property.startsWith("transition") &&
      !/^(?:[a-z-]+ var\(--fast\) var\(--ease\)(?:, |$))+$/.test(value)
    );
    assert.deepEqual(lasting.map(show), []);
  });

  it("belong to components, not to pages", () => {
    assert.deepEqual(styleSheets.filter((file) => !file.startsWith("src/ui/")), []);
    const wrong = files.filter((file) => file.endsWith(".tsx") && !file.startsWith("src/ui/"))
      .filter((file) => /\bclassName=|\bstyle=|\.style\b|\.module\.css"/.test(read(file)));
    assert.deepEqual(wrong, []);
  });

  it("are in CSS modules with different file names, which class names begin with", () => {
    const names = styleSheets.filter((file) => file.endsWith(".module.css"))
      .map((file) => file.replace(/.*\//, ""));
    assert(names.length > 20);
    assert.equal(new Set(names).size, names.length);
  });

  it("leave text-wrap at its default in paragraphs, because 'pretty' ends WebKit's page process", () => {
    // Seen in WebKitGTK 2.50 with a list of <code> elements; https://bugs.webkit.org/show_bug.cgi?id=306377
    const wrong = declarations.filter(({ property, value }) =>
      property.startsWith("text-wrap") && value === "pretty"
    );
    assert.deepEqual(wrong.map(show), []);
  });

  it("are never inline in the markup", () => {
    const wrong = files.filter((file) => /\.tsx$/.test(file) && /\sstyle=[{"]/.test(read(file)));
    assert.deepEqual(wrong, []);
  });

  it("set state attributes on the element itself, not on its parent", () => {
    // When such an attribute changes on a parent, browsers compute the styles of all its descendants
    // again.
    const broad = (css: string) => css.match(/\[[^\]]+\]\s*[ >]\s*(?:\*|:[a-z-]+)\s*[,{]/g) ?? [];
    assert.deepEqual(broad(".list[data-open] > :first-child {"), ["[data-open] > :first-child {"]);
    assert.deepEqual(styleSheets.filter((file) => broad(read(file)).length > 0), []);
  });
});
