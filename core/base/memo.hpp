#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace tertium::core {

/// Things that are made once in a process and then stay, by name. Any thread may ask.
template <typename T>
class Memo {
 public:
  std::shared_ptr<const T> get(const std::string& name, const std::function<T()>& make) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const T>& thing = things_[name];
    if (!thing) thing = std::make_shared<const T>(make());
    return thing;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const T>> things_;
};

}  // namespace tertium::core
