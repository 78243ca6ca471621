import { pageGroups } from '../../functions/dashboard/groups.ts';
import { navigation } from '../../functions/dashboard/navigation.ts';
import { resources } from '../../functions/resources.ts';
import { testContext } from '../support/api.ts';

const groups = pageGroups(testContext());

test.each(resources.filter(({ page }) => page).map(({ path, read }) => [path, read] as const))(
  'the pages of %s are in the menu of those who may read it, and are loaded on demand [D23]',
  async (path, scope) => {
    const listed = navigation.flatMap((group) => group.pages);
    const [name, icon] = [expect.any(String), expect.any(String)];
    expect(listed).toContainEqual({ path, name, icon, scope });
    const pages = (await groups[path.slice(1)]?.()) ?? [];
    expect(pages.map((page) => page.path)).toContain(path);
  },
);
