import type { Language } from "../protocol/language.ts";
import { html } from "./html.ts";
import { htmlPage } from "./html-page.ts";

const words: Readonly<Record<Language, { readonly title: string; readonly advice: string }>> = {
  en: {
    title: "No organization here",
    advice: "There is no organization at this address. Check the address, or ask whoever gave it to you.",
  },
  de: {
    title: "Hier gibt es keine Organisation",
    advice:
      "Unter dieser Adresse gibt es keine Organisation. Prüfe die Adresse, oder frag die Person, von der du sie hast.",
  },
};

/** The page of a host that has no organization. */
export function noOrganizationPage(language: Language): Response {
  const { title, advice } = words[language];
  return htmlPage({ language, title, body: html`<p>${advice}</p>`, status: 404 });
}
