import { stateSlice } from "../../../realm/state-slice.ts";
import { organizationLanguage } from "../../organization/realm/realm-settings.ts";
import { letterLanguage } from "../../organization/users/letter-language.ts";
import { REPORT_TYPES, reasonNames } from "./reports.ts";

/** The reasons for reports with their names in the user's language (messages.md 18). */
export const reportTypesState = stateSlice({
  types: ["realm"],
  collect({ realm, actor }) {
    const language = actor === null ? organizationLanguage(realm) : letterLanguage(realm, { id: actor.user_id });
    return { server_report_message_types: REPORT_TYPES.map((key) => ({ key, name: reasonNames[language][key] })) };
  },
});
