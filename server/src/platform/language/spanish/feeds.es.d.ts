/** Permits, packages, tasks and payments: why a transition is closed, and refusals. */
export declare const feedsEs: Readonly<Record<string, string>>
