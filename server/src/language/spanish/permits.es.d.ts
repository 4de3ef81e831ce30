/** Permits, packages, tasks and payments: why a step is closed, and what is refused. */
export declare const permitsEs: Readonly<Record<string, string>>
