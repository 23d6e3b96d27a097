import { isWebTemplate, templateVariables } from "../../../markup/index.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writers.ts";
import { addPlayground } from "./playgrounds.ts";

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]{1,40}$/;

export const playgroundArchive: FeatureArchive = {
  tables: ["playgrounds"],
  parts: [
    part({
      table: "playgrounds",
      rehearsed: null,
      reading: { from: "playgrounds t", key: ["id"], columns: ["name", "pygments_language", "url_template"] },
      write({ realm }, { name, pygments_language, url_template }) {
        const isValid =
          LANGUAGE.test(pygments_language) &&
          name.trim() !== "" &&
          [...name].length <= 100 &&
          [...url_template].length <= 1000 &&
          isWebTemplate(url_template) &&
          templateVariables(url_template).length > 0 &&
          templateVariables(url_template).every((variable) => variable === "code");
        const refusal = isValid
          ? refusalMessage(() => void addPlayground(realm, { name, pygments_language, url_template }))
          : "not valid";
        return refusal && "playgrounds that the organization does not take";
      },
    }),
  ],
};
