import type { Actor, Declaration } from '@portal/contract'

/**
 * True if this actor may create records here. Always false for Processed permits, which permits enter only by
 * their status.
 */
export function mayCreate(declaration: Declaration, actor: Actor): boolean {
  return declaration.createRefusal === undefined && declaration.access.create(actor)
}
