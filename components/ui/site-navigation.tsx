"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { MouseEvent } from "react";
import { samePlaceIn } from "@/components/ui/same-place";
import { useReadingPlace } from "@/components/ui/use-reading-place";
import { useShortcuts } from "@/components/ui/use-shortcuts";
import type { Locale } from "@/lib/locale";

interface SiteNavigationProps {
  label: string;
  pages: { href: string; title: string }[];
  languages: { label: string; items: { locale: Locale; name: string }[] };
  /** Address of the search, which "/" leads to. */
  search: string;
  locale: Locale;
}

/** The pages, with the current one marked, and the languages, each a plain link to the same place. */
export function SiteNavigation({ label, pages, languages, search, locale }: SiteNavigationProps) {
  const path = usePathname();
  const query = useSearchParams().toString();
  const readingPlace = useReadingPlace();
  useShortcuts(search);

  /** Completes the link with the section that is being read, just before the browser follows it. */
  function keepSection(event: MouseEvent<HTMLAnchorElement>): void {
    event.currentTarget.hash = readingPlace() ?? "";
  }

  return (
    <>
      <nav aria-label={label} className="bar-pages flex gap-x-3.5 max-tablet:order-last max-tablet:w-full tablet:gap-x-6">
        {pages.map(({ href, title }) => (
          <a key={href} href={href} className="bar-link" aria-current={href === path ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <nav aria-label={languages.label} className="flex gap-x-3.5 border-rule tablet:gap-x-6 tablet:border-l tablet:pl-6">
        {languages.items.map((item) =>
          item.locale === locale ? (
            <span key={item.locale} className="bar-link max-tablet:hidden" aria-current="true">
              {item.locale.toUpperCase()}
            </span>
          ) : (
            <a
              key={item.locale}
              href={samePlaceIn(item.locale, path, query)}
              hrefLang={item.locale}
              lang={item.locale}
              aria-label={`${item.locale.toUpperCase()}, ${item.name}`}
              className="bar-link"
              onClick={keepSection}
            >
              {item.locale.toUpperCase()}
            </a>
          ),
        )}
      </nav>
    </>
  );
}
