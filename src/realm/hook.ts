/**
 * A question of a low feature that only higher ones can answer, such as what two people share: the low feature names
 * the question and its type, a higher one lists its answer, and nobody imports upward.
 */
export interface Hook<Answer> {
  readonly name: string;
  readonly _answer?: Answer;
}

export interface HookAnswer {
  readonly hook: string;
  readonly answer: unknown;
}

export const hook = <Answer>(name: string): Hook<Answer> => ({ name });
export const answerTo = <Answer>(question: Hook<Answer>, answer: Answer): HookAnswer => ({
  hook: question.name,
  answer,
});
