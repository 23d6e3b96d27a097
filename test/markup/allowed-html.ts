import { type DefaultTreeAdapterTypes, parseFragment, serialize } from "parse5";

type Attribute = (value: string) => boolean;

const anything: Attribute = () => true;
const oneOf =
  (...values: string[]): Attribute =>
  (value) =>
    values.includes(value);
const matching =
  (pattern: RegExp): Attribute =>
  (value) =>
    pattern.test(value);

const schemes =
  /^(?:https?|ftp|mailto|tel|sms|smsto|bitcoin|geo|im|ircs?|magnet|matrix|mms|news|nntp|openpgp4fpr|sip|ssh|urn|webcal|wtai|xmpp):/i;
const safeTarget: Attribute = (value) =>
  [...value].every((character) => character > " " && !(character >= "\x7f" && character <= "\x9f")) &&
  (schemes.test(value) || value.startsWith("/") || value.startsWith("#"));
const ownSource = matching(/^\/(?:user_uploads|external_content|user_avatars|static)\/[^\s"'<>]*$/);
const alignment = matching(/^text-align: (?:left|right|center);$/);
const picture = matching(/^background-image: url\("[^"\\]*(?:\\[\da-f]+ [^"\\]*)*"\)$/);
const mathStyle = matching(
  /^(?:(?:height|width|min-width|top|bottom|left|right|vertical-align|margin-left|margin-right|margin|padding-left|padding-right|border-bottom-width|border-top-width|border-right-width|border-style|border-width|border-color|border-right-style|position|color|background-color|text-shadow|display|align-items|float):(?:[-\w.%# ]|rgb\([\d, ]+\))+;)+$/,
);

const classes: Readonly<Record<string, RegExp>> = {
  a: /^(?:stream|stream-topic|message-link|message_embed_image)$/,
  div: /^(?:codehilite|spoiler-block|spoiler-header|spoiler-content|message_embed|data-container|message_embed_(?:title|description)|(?:(?:youtube|vimeo)-video )?message_inline_image(?: message_inline_video)?)$/,
  img: /^(?:emoji|inline-image)$/,
  span: /^(?:emoji emoji-[\da-f-]+|user-mention(?: channel-wildcard-mention)?(?: silent)?|topic-mention(?: silent)?|user-group-mention(?: silent)?|tex-error|katex|katex-display|katex-mathml|katex-html|[a-z]{1,2}\d?|err)$/,
};
const className = (tag: string) => matching(classes[tag] ?? /^$/);

const none: Readonly<Record<string, Attribute>> = {};
const cell = { style: alignment };

/** Every element and attribute that messages can contain. */
const elements: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  ...Object.fromEntries(
    "p br h1 h2 h3 h4 h5 h6 hr blockquote ul li pre code strong em del table thead tbody tr"
      .split(" ")
      .map((tag) => [tag, none]),
  ),
  ol: { start: matching(/^\d+$/) },
  th: cell,
  td: cell,
  a: {
    href: safeTarget,
    class: className("a"),
    title: anything,
    "data-id": matching(/^[\w-]+$/),
    "data-stream-id": matching(/^\d+$/),
    style: picture,
  },
  div: { class: className("div"), "aria-hidden": oneOf("true"), "data-code-language": anything },
  span: {
    class: className("span"),
    "aria-label": anything,
    "aria-hidden": oneOf("true"),
    role: oneOf("img"),
    title: anything,
    "data-user-id": matching(/^(?:\d+|\*)$/),
    "data-user-group-id": matching(/^\d+$/),
  },
  img: {
    alt: anything,
    class: className("img"),
    src: ownSource,
    title: anything,
    "data-animated": oneOf("true"),
    "data-original-content-type": anything,
    "data-original-dimensions": matching(/^\d+x\d+$/),
    "data-original-src": matching(/^\/user_uploads\/[^\s"'<>]+$/),
  },
  video: { preload: oneOf("metadata"), src: ownSource, "data-video-original-url": safeTarget },
  audio: { controls: oneOf(""), preload: oneOf("metadata"), src: ownSource, title: anything },
  time: { datetime: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
};

/** Attributes that KaTeX writes within a formula, in addition to those that `mathNames` matches. */
const mathAttributes: Readonly<Record<string, Attribute>> = {
  class: matching(/^[\w -]*$/),
  style: mathStyle,
  "aria-hidden": oneOf("true"),
  xmlns: oneOf("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg"),
  encoding: oneOf("application/x-tex"),
};
const mathTags = new Set(
  "span math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mlabeledtr mpadded mstyle mphantom menclose mglyph merror svg path line".split(
    " ",
  ),
);
const mathNames =
  /^(?:display|mathvariant|lspace|rspace|stretchy|separator|fence|accent|accentunder|width|height|depth|voffset|minsize|maxsize|form|movablelimits|largeop|symmetric|columnalign|columnspacing|columnlines|rowspacing|rowlines|linethickness|scriptlevel|displaystyle|mathcolor|mathbackground|mathsize|notation|linebreak|frame|framespacing|viewBox|preserveAspectRatio|d|x1|x2|y1|y2|stroke-width|side|minlabelspacing)$/;

function problemOf(element: DefaultTreeAdapterTypes.Element, inMath: boolean): string | undefined {
  const tag = element.tagName;
  const allowed = inMath ? undefined : elements[tag];
  if (inMath ? !mathTags.has(tag) : !allowed) return `<${tag}>`;
  for (const { name, value } of element.attrs) {
    const check = inMath ? (mathAttributes[name] ?? (mathNames.test(name) ? anything : undefined)) : allowed?.[name];
    if (!check?.(value)) return `<${tag} ${name}="${value}">`;
  }
  return undefined;
}

function isFormula(element: DefaultTreeAdapterTypes.Element): boolean {
  return element.attrs.some(({ name, value }) => name === "class" && (value === "katex" || value === "katex-display"));
}

function inspect(nodes: readonly DefaultTreeAdapterTypes.Node[], inMath: boolean, inLink: boolean): string | undefined {
  for (const node of nodes) {
    if (node.nodeName === "#comment") return "a comment";
    if (!("tagName" in node)) continue;
    const math = inMath || isFormula(node);
    const problem = problemOf(node, math);
    if (problem) return problem;
    if (node.tagName === "a" && inLink) return "a link in a link";
    const inner = inspect(node.childNodes, math, inLink || node.tagName === "a");
    if (inner) return inner;
  }
  return undefined;
}

/**
 * Returns what is forbidden in the HTML, or undefined if nothing is. A browser's parser must also see the same elements
 * as were written.
 */
export function forbiddenIn(html: string): string | undefined {
  const fragment = parseFragment(html);
  const problem = inspect(fragment.childNodes, false, false);
  if (problem) return problem;
  const tags = (text: string) => text.match(/<\/?[a-z][\w-]*/gi)?.join(" ") ?? "";
  return tags(serialize(fragment)) === tags(html) ? undefined : "elements that a browser would arrange in another way";
}
