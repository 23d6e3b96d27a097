// What other features may use of this one.
export { moveTopicPreferences } from "./move-preferences.ts";
export {
  canAddPreference,
  policiesIn,
  policiesOf,
  setVisibilityPolicy,
  Visibility,
  type VisibilityPolicy,
  visibilityPolicy,
} from "./topic-preferences.ts";
