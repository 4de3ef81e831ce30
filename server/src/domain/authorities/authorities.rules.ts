import { exampleProblem, invalid } from '@portal/contract'
import type { collections } from '@portal/contract'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'

export const authorityRules: CollectionRules<typeof collections.authorities> = {
  validatedFields: ['numberPattern', 'numberExample'],
  beforeWrite(_context, write) {
    if (write.action === 'delete') return Promise.resolve({})
    const before = write.action === 'update' ? write.before : undefined
    const { numberPattern, numberExample } = { ...before, ...write.values }
    const problem = exampleProblem(numberPattern, numberExample)
    if (problem !== null) throw invalid('body.numberExample', 'invalid', problem)
    return Promise.resolve(write.values)
  },
}
