import { Button } from "../../parts/button.tsx";
import { Spinner } from "../../parts/progress.tsx";
import { words } from "../../words/words.ts";

interface EdgeProps {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** What stands where a feed goes on beyond what is known. */
export const Edge = ({ isLoading, hasFailed, onRetry }: EdgeProps) => (
  <>
    {isLoading && <Spinner />}
    {!isLoading && hasFailed && (
      <>
        <span>{words().feed.failed}</span>
        <Button kind="quiet" onClick={onRetry}>
          {words().app.retry}
        </Button>
      </>
    )}
  </>
);
