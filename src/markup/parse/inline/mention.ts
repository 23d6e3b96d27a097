import type { StateInline } from "markdown-it";

const mention = /@(_?)(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/y;
const channel = /#\*\*([^*\n]+)\*\*/y;

/** Whether a mention or a channel link can start here (markdown.md 2, "Mentions"). */
function mayStart(state: StateInline): boolean {
  return state.pos === 0 || /[\s'"({[/<]/.test(state.src.charAt(state.pos - 1));
}

export function mentionRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "@" || !mayStart(state)) return false;
  mention.lastIndex = state.pos;
  const found = mention.exec(state.src);
  if (!found || mention.lastIndex > state.posMax) return false;
  const token = state.push(found[2] === undefined ? "group_mention" : "user_mention", "", 0);
  token.content = found[2] ?? found[3] ?? "";
  token.markup = found[1] ?? "";
  state.pos = mention.lastIndex;
  return true;
}

export function channelRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "#" || !mayStart(state)) return false;
  channel.lastIndex = state.pos;
  const found = channel.exec(state.src);
  if (!found || channel.lastIndex > state.posMax) return false;
  state.push("channel", "", 0).content = found[1] ?? "";
  state.pos = channel.lastIndex;
  return true;
}
