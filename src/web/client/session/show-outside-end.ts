import { laterStyle } from "../../style/later-style.ts";
import { lookNow } from "../../style/look.ts";
import { chooseWords, loadWords } from "../../words/language/choose-words.ts";
import { keptLanguage, languageWishes } from "../../words/language/language.ts";
import { outsideWords } from "../../words/outside.ts";
import { OUTSIDE_END } from "./session.ts";

/**
 * Shows someone from outside the organization that their access has ended, or that they left, on an otherwise empty
 * page.
 */
export async function showOutsideEnd(): Promise<never> {
  const unknown = { account: "en", organization: "en" };
  await chooseWords(
    languageWishes({ here: keptLanguage() ?? lookNow().lang ?? null, ...unknown }, navigator.languages),
  );
  await Promise.all([loadWords("outside").catch(() => undefined), laterStyle()]);
  const w = outsideWords();
  const end = location.search.slice(OUTSIDE_END.length);
  const page = document.createElement("main");
  page.className = "outside-end";
  const title = document.createElement("h1");
  title.textContent = end === "left" ? w.leftTitle : w.endedTitle;
  title.tabIndex = -1;
  const text = document.createElement("p");
  text.textContent = end === "left" ? w.leftText : end === "asked" ? w.askedText : w.endedText;
  const login = document.createElement("a");
  login.href = "/login/";
  login.textContent = w.logIn;
  page.append(title, text, login);
  document.title = title.textContent;
  document.getElementById("app")?.replaceChildren(page);
  title.focus();
  // Never resolves, because this page has no client.
  return new Promise(() => {});
}
