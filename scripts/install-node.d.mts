/** Installs the pinned Node where it is missing, and returns its path; null where no package exists for this system. */
export function installNode(root: string): string | null
