import type { ContentSurroundings } from "./enhance.ts";

/** Mentions have the name that somebody has now, open a card, and stand out where they call whoever reads. */
export function nameMentions(root: HTMLElement, { me, nameOf, isMemberOf }: ContentSurroundings): void {
  for (const mention of root.querySelectorAll<HTMLElement>(".user-mention")) {
    const id = mention.dataset["userId"];
    const isSilent = mention.classList.contains("silent");
    if (id === "*") {
      mention.classList.toggle("content-calls-me", !isSilent);
      continue;
    }
    const user = Number(id);
    const name = nameOf(user);
    if (name === undefined) continue;
    mention.textContent = isSilent ? name : `@${name}`;
    mention.classList.toggle("content-calls-me", user === me && !isSilent);
    makeButton(mention);
  }
  for (const mention of root.querySelectorAll<HTMLElement>(".user-group-mention")) {
    const isSilent = mention.classList.contains("silent");
    mention.classList.toggle("content-calls-me", !isSilent && isMemberOf(Number(mention.dataset["userGroupId"])));
    makeButton(mention);
  }
  for (const mention of root.querySelectorAll(".topic-mention")) {
    mention.classList.toggle("content-calls-me", !mention.classList.contains("silent"));
  }
}

function makeButton(element: HTMLElement): void {
  element.setAttribute("role", "button");
  element.tabIndex = 0;
}
