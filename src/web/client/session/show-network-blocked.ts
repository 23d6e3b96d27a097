import { chooseWords } from "../../words/language/choose-words.ts";
import { keptLanguage, languageWishes } from "../../words/language/language.ts";
import { noticeWords } from "../../words/notifications.ts";

/** Shows that the organization doesn't allow this network, on a page that has nothing else to show yet. */
export async function showNetworkBlocked(): Promise<void> {
  const unknown = { account: "en", organization: "en" };
  await chooseWords(languageWishes({ here: keptLanguage(), ...unknown }, navigator.languages));
  const pane = document.querySelector(".opening-pane");
  const text = pane?.querySelector("[role=alert]") ?? document.createElement("p");
  text.role = "alert";
  text.textContent = noticeWords().barred;
  pane?.append(text);
}
