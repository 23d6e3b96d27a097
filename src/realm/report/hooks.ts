import type { Numbers } from "../../metrics/series.ts";
import { hook } from "../realm.ts";

/** Collects the numbers that features tell of the organization, by series. Each is quick to find out. */
export const numbersHook = hook<[], Numbers>("numbers");
