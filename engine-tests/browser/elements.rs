//! Elements by role and accessible name.

use crate::browser::Browser;
use serde_json::{Value, json};

/// The key of a reference to an element in the protocol of WebDriver.
const REFERENCE: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Returns the visible elements of a role whose names begin with a text, as `[name, element]`.
const LIST: &str = r"
const [role, beginning] = arguments;
const selectors = {
  button: 'button, [role=button]', combobox: 'select', spinbutton: 'input[type=number]', textbox: 'input[type=text], textarea',
  file: 'input[type=file]', table: 'table', progressbar: 'progress', dialog: 'dialog', list: 'ol, ul, [role=list]',
  navigation: 'nav', heading: 'h1, h2, h3', radio: 'input[type=radio]',
};
const text = (element) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll('select, input').forEach((control) => control.remove());
  return copy.textContent.replace(/\s+/g, ' ').trim();
};
const name = (element) => {
  const label = element.getAttribute('aria-label'), others = element.getAttribute('aria-labelledby');
  if (others) return others.split(' ').map((id) => text(document.getElementById(id))).join(' ');
  if (label !== null) return label;
  if (element.labels?.length) return [...element.labels].map(text).join(' ');
  return ['button', 'heading'].includes(role) ? text(element) : '';
};
return page.all(selectors[role] ?? `[role=${role}]`)
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => [name(element), element]).filter(([name]) => name.startsWith(beginning));
";

/// A reference to an element of the page, which can be an argument of a script.
pub type Element = Value;

/// Returns the path of a command about an element.
fn path(element: &Element, rest: &str) -> String {
    format!("/element/{}/{rest}", element[REFERENCE].as_str().expect("a reference"))
}

impl Browser {
    /// Returns the visible elements of a role whose names begin with a text, with their names.
    pub fn all(&self, role: &str, beginning: &str) -> Vec<(String, Element)> {
        let found = self.script(LIST, json!([role, beginning]));
        let pair = |pair: &Value| (pair[0].as_str().unwrap_or_default().to_owned(), pair[1].clone());
        found.as_array().expect("a list").iter().map(pair).collect()
    }

    /// Returns the visible element with a role and a name, if there is one.
    pub fn query(&self, role: &str, name: &str) -> Option<Element> {
        let mut found: Vec<Element> =
            self.all(role, name).into_iter().filter(|(whole, _)| whole == name).map(|(_, element)| element).collect();
        assert!(found.len() < 2, "{} elements are {role} `{name}`", found.len());
        found.pop()
    }

    /// Waits for the element with a role and a name, and returns it.
    pub fn find(&self, role: &str, name: &str) -> Element {
        self.wait(&format!("the {role} `{name}`"), || self.query(role, name))
    }

    /// Returns the role and the name that the browser computes for an element.
    pub fn computed(&self, element: &Element) -> (String, String) {
        let get = |what: &str| {
            let answer = self.command("GET", &path(element, what), Value::Null).expect("an element");
            answer.as_str().unwrap_or_default().to_owned()
        };
        (get("computedrole"), get("computedlabel"))
    }

    /// Waits until the element with a role and a name can be clicked, and clicks it.
    pub fn click(&self, role: &str, name: &str) {
        self.wait(&format!("a click on the {role} `{name}`"), || {
            let element = self.query(role, name)?;
            self.is_enabled(&element).then(|| self.try_click(&element))?
        });
    }

    /// Presses a button.
    pub fn press(&self, name: &str) {
        self.click("button", name);
    }

    /// Clicks an element; `None` if it is covered or no longer in the page.
    pub fn try_click(&self, element: &Element) -> Option<()> {
        self.command("POST", &path(element, "click"), json!({})).ok().map(drop)
    }

    /// Returns whether an element is enabled.
    pub fn is_enabled(&self, element: &Element) -> bool {
        self.command("GET", &path(element, "enabled"), Value::Null).is_ok_and(|enabled| enabled == true)
    }

    /// Returns an attribute of an element; `None` without it, or if the element is no longer in the page.
    pub fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        let answer = self.command("GET", &path(element, &format!("attribute/{name}")), Value::Null).ok()?;
        answer.as_str().map(str::to_owned)
    }

    /// Types into an element, or sets the path of a file field.
    pub fn type_into(&self, element: &Element, text: &str) {
        self.command("POST", &path(element, "value"), json!({ "text": text })).expect("it takes text");
    }

    /// Replaces the text of a field.
    pub fn fill(&self, role: &str, name: &str, text: &str) {
        let field = self.find(role, name);
        self.command("POST", &path(&field, "clear"), json!({})).expect("it can be cleared");
        self.type_into(&field, text);
    }

    /// Chooses an option of a combobox, or a card of a radiogroup.
    pub fn choose(&self, name: &str, option: &str) {
        const CARD: &str =
            "const radio = [...arguments[0].querySelectorAll('input')].find((one) => one.ariaLabel === arguments[1]);
            radio?.closest('label').click(); return Boolean(radio?.checked)";
        if let Some(group) = self.query("radiogroup", name) {
            self.wait(&format!("the card `{option}` of `{name}`"), || {
                (self.script(CARD, json!([group, option])) == true).then_some(())
            });
            return;
        }
        const OPTION: &str =
            "return [...arguments[0].options].find((one) => one.text.trim() === arguments[1] && !one.disabled) ?? null";
        let field = self.find("combobox", name);
        self.wait(&format!("the option `{option}` of `{name}`"), || {
            let found = self.script(OPTION, json!([field, option]));
            if found.is_null() { None } else { self.try_click(&found) }
        });
    }
}
