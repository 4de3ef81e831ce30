/**
 * Why a build may restyle the page around it: a style sheet with rules outside `@scope ([data-remote="name"])`,
 * or one that cannot be checked. Null when there is none.
 */
export declare function whyUnscoped(files: readonly {
    path: string;
    bytes: Buffer;
}[], remote: string): string | null;
