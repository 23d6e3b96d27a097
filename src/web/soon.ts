// The script that the page loads right after it is shown, with client/member-parts.ts. Its views import what they show, unless
// that is in on-demand.ts.

export { runInBackground } from "./background.ts";
export { goToNextUnread } from "./client/following/next-unread.ts";
export { moreIconPaths } from "./parts/more-icon-paths.ts";
export { Composer } from "./views/compose/composer.tsx";
export { compositionOf } from "./views/compose/composition.ts";
export { JumpDown, JumpUp } from "./views/feed/jumps.tsx";
export { NothingHere } from "./views/feed/nothing-here.tsx";
export { chooseReaction } from "./views/message/choose-reaction.ts";
export { stepPane } from "./views/shell/step-pane.ts";
