import { constants, setPriority } from 'node:os'

/** Imported by a process of a background pool when it starts: calls of people get the CPU first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
