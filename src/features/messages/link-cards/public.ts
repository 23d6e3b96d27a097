// What other features may use of this one.
export { cardOf, keepCard, type PageCard } from "./link-cards.ts";
