// The parts of this feature that others can use.
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
