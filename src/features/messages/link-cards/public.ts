// The parts of this feature that others can use.
export { cardOf, keepCard, type PageCard } from "./link-cards.ts";
