/** Finished HTML, or a place that only the organization can fill. */
export type Piece = string | Hole;

export type Hole =
  | { readonly hole: "text"; readonly text: string }
  | {
      readonly hole: "user";
      readonly name: string;
      readonly id?: number;
      readonly silent: boolean;
      /** What stands there when nobody has that name. */
      readonly otherwise: readonly Piece[];
    };

/** A parsed message: plain data, so that it can travel from the Worker to the realm. */
export interface Markup {
  readonly pieces: readonly Piece[];
  readonly isMe: boolean;
}
