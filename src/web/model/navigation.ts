export interface NavigationView {
  readonly fragment: string;
  is_pinned: boolean;
  /** Null for the views that every client has. */
  name: string | null;
}

export interface NavigationState {
  navigation_views: NavigationView[];
}
