/** Permits, packages, tasks and payments: why a transition is closed, and refusals. */
export declare const permitsEs: Readonly<Record<string, string>>
