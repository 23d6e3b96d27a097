import { Button } from "../../parts/button.tsx";
import { Spinner } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";

interface EdgeProps {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Shown at an end of the loaded messages if the feed goes on. */
export const Edge = ({ isLoading, hasFailed, onRetry }: EdgeProps) => (
  <>
    {isLoading && <Spinner />}
    {!isLoading && hasFailed && (
      <>
        <span>{feedWords().failed}</span>
        <Button kind="quiet" onClick={onRetry}>
          {appWords().retry}
        </Button>
      </>
    )}
  </>
);
