import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { taskRules } from './tasks.rules.ts'
import { taskTransitions } from './tasks.transitions.ts'
import { organizationText, permitTextOf, permitTitle } from '../referenced-titles.ts'

export const tasksModule = defineCollection({
  declaration: tables.tasks,
  rules: { tasks: taskRules, ctasks: taskRules },
  transitions: taskTransitions,
  counters: ['audience', 'status', 'org'],
  references: { staff: 'true', client: "r.org = viewer.org and r.audience = 'CLIENT'" },
  lookup: { hint: 't.ref_no' },
  // Only staff read internal tasks, so their permit may belong to any client.
  searchText: { references: { org: organizationText, permit: permitTextOf("t.audience = 'INTERNAL'") } },
  searchHeading: permitTitle,
  uniqueIndexes: {
    tasks_one_certificate: {
      path: 'body.certificate',
      detail: 'The client already has an open task for this certificate.',
    },
    tasks_one_next: {
      path: 'body.previousTask',
      detail: 'Another task already follows the previous task. Delete that one first.',
    },
  },
})
