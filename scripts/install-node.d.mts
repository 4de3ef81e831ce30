/** Installs the pinned Node where it is missing; its path, or null where no package exists for this system. */
export function installNode(): Promise<string | null>
