import type { ContentSurroundings } from "./content-surroundings.ts";

/** Puts present names into mentions, opens a card on a press, and highlights mentions of the user. */
export function nameMentions(
  root: HTMLElement,
  { me, nameOf, groupName, isMemberOf, openUser, openGroup }: ContentSurroundings,
): void {
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
    rename(mention, isSilent ? name : `@${name}`);
    mention.classList.toggle("content-calls-me", user === me && !isSilent);
    makeButton(mention, () => openUser(user, mention));
  }
  for (const mention of root.querySelectorAll<HTMLElement>(".user-group-mention")) {
    const isSilent = mention.classList.contains("silent");
    const group = Number(mention.dataset["userGroupId"]);
    const name = groupName(group);
    if (name !== undefined) rename(mention, isSilent ? name : `@${name}`);
    mention.classList.toggle("content-calls-me", !isSilent && isMemberOf(group));
    makeButton(mention, () => openGroup(group, mention));
  }
  for (const mention of root.querySelectorAll(".topic-mention")) {
    mention.classList.toggle("content-calls-me", !mention.classList.contains("silent"));
  }
}

/** Changes the text only if it differs, because there can be marks within it. */
function rename(mention: HTMLElement, text: string): void {
  if (mention.textContent !== text) mention.textContent = text;
}

function makeButton(element: HTMLElement, press: () => void): void {
  element.setAttribute("role", "button");
  element.setAttribute("aria-haspopup", "dialog");
  element.tabIndex = 0;
  element.onclick = press;
  element.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press();
  };
}
