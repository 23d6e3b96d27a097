import type { Numbers } from "../../metrics/families.ts";
import { hook } from "../realm.ts";

/** Collects the features' metrics of the organization, by series. Each must be cheap to compute. */
export const numbersHook = hook<[], Numbers>("numbers");
