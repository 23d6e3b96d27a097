/** An erased user, with the name that mentions should show now. */
export interface Renamed {
  readonly user: number;
  readonly name: string;
}

interface Text {
  readonly content: string;
  readonly html: string;
}

const mentionPattern = (user: number) =>
  new RegExp(`(<span class="user-mention(?: silent)?" data-user-id="${user}">)(@?)([^<]*)(</span>)`, "g");
const otherMention = /<span class="user-mention(?: silent)?" data-user-id="(\d+)">@?([^<]*)<\/span>/g;
const markdownMention = /@(_?)\*\*([^*\n|]*)(?:\|(\d+))?\*\*/g;

/** Replaces the name in a text's mentions of a user. The text still mentions the same users, and no one is notified. */
export function withNewName({ content, html }: Text, { user, name }: Renamed): Text {
  const names = new Set<string>();
  const newHtml = html.replace(mentionPattern(user), (_, open: string, sign: string, former: string, close: string) => {
    names.add(former);
    return `${open}${sign}${name}${close}`;
  });
  // A mention without an id may be of another user with the same name.
  for (const [, other, theirs = ""] of html.matchAll(otherMention)) if (Number(other) !== user) names.delete(theirs);
  const plain = new Set([...names].map((former) => unescaped(former).toLowerCase()));
  return { content: renamed(content, { user, name }, plain), html: newHtml };
}

/**
 * Like `withNewName`, for an unsent text, which doesn't record yet whom it mentions. `former` is the user's old name,
 * or null if others have the name, too.
 */
export const withNewNameUnsent = (content: string, about: Renamed, former: string | null): string =>
  renamed(content, about, new Set(former === null ? [] : [former.toLowerCase()]));

/** Renames mentions with the user's id, and mentions without an id that have one of the names in `plain`. */
const renamed = (content: string, { user, name }: Renamed, plain: ReadonlySet<string>): string =>
  content.replace(markdownMention, (all, silent: string, former: string, id: string | undefined) => {
    const isMeant = id === undefined ? plain.has(former.toLowerCase()) : Number(id) === user;
    return isMeant ? `@${silent}**${name}|${user}**` : all;
  });

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const unescaped = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
